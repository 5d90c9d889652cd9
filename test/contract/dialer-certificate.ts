/** A certificate of its own authority for `hooks.example.test`, valid for a century, and its key: for tests only. */
export const testCertificate = {
  hostname: "hooks.example.test",
  cert: `-----BEGIN CERTIFICATE-----
MIIBsDCCAVagAwIBAgIUUYDaKXjcbr7xnD/GNX/S+Ext+pAwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSaG9va3MuZXhhbXBsZS50ZXN0MCAXDTI2MTEyMTExMDQxOVoY
DzIxMjYxMDI4MTEwNDE5WjAdMRswGQYDVQQDDBJob29rcy5leGFtcGxlLnRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARlS908rD9yQOJtjC/VsJqxQatH7I91
+Xvhgmp6DjnvtAG3boSzPobUh9CMQHdRJ8pSGfZ6VMFnEhtzdobx3pJRo3IwcDAd
BgNVHQ4EFgQUIuJv9aFxlcYdSG60OpuAQU8AoXYwHwYDVR0jBBgwFoAUIuJv9aFx
lcYdSG60OpuAQU8AoXYwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUghJob29r
cy5leGFtcGxlLnRlc3QwCgYIKoZIzj0EAwIDSAAwRQIhAI5t/ErpVmo0T1XCh9Af
GPMZxQB4a77UPDpDKBFTGT05AiAoZbBceBKonvkCuMUgAEUKZqat2Rfd5Dsz0s4b
bqApDw==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5Dlc7hbCk3TEJmhQ
8sBH0U3D/IUurZON1+II0vbNrY2hRANCAARlS908rD9yQOJtjC/VsJqxQatH7I91
+Xvhgmp6DjnvtAG3boSzPobUh9CMQHdRJ8pSGfZ6VMFnEhtzdobx3pJR
-----END PRIVATE KEY-----`,
};
