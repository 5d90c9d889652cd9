import chromium from "@sparticuz/chromium";

// Unpacks into the folder for temporary files.
await chromium.executablePath();
