import chromium from "@sparticuz/chromium";

// Unpacks into the temporary folder.
await chromium.executablePath();
