/** A self-signed certificate for `hooks.example.test` and `localhost`, valid for a century, and its key: for tests only. */
export const testCertificate = {
  hostname: "hooks.example.test",
  cert: `-----BEGIN CERTIFICATE-----
MIIBvDCCAWGgAwIBAgIUOxQ/q66UVl8rZ4kuoJBj19Jzki8wCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSaG9va3MuZXhhbXBsZS50ZXN0MCAXDTI2MTEyNjAyMjIxOFoY
DzIxMjYxMTAyMDIyMjE4WjAdMRswGQYDVQQDDBJob29rcy5leGFtcGxlLnRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQlTpDX6kfHtdFyMJZaq1jRwo2SxOlW
bcwgvr2qPm6EfkIrFxx/9vfM/wIVEVUkzYqdOyfe7wIFnH6rdcrRBS/ro30wezAd
BgNVHQ4EFgQUCqR2+10ueoSKHBheGox90Tvauw8wHwYDVR0jBBgwFoAUCqR2+10u
eoSKHBheGox90Tvauw8wDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfghJob29r
cy5leGFtcGxlLnRlc3SCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNJADBGAiEAuuHv
49XAQ/YPaMvaemQbYDa378K/SCdLsnYCiciUei8CIQD6Y78LOwCnOQbXoo/eG7vc
iy+bq96JRmnnA0KcJNqzBw==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW+ZPilghH61ryvg4
PV0E/PZRgGe0O0+lrpSSSqFNVfmhRANCAAQlTpDX6kfHtdFyMJZaq1jRwo2SxOlW
bcwgvr2qPm6EfkIrFxx/9vfM/wIVEVUkzYqdOyfe7wIFnH6rdcrRBS/r
-----END PRIVATE KEY-----`,
};
