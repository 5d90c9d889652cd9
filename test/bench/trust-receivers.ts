import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { testCertificate } from "../contract/dialer-certificate.ts";

// Loaded by `--import`, and so in every thread.
setDefaultCACertificates([...getCACertificates("default"), testCertificate.cert]);
