export function isLoopback(address: string): boolean {
  const { hostname = "" } = URL.parse(address) ?? {};
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
