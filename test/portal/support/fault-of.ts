/** From now on the sandbox fails as its specification says; with an empty one it works. */
export async function faultOf(sandboxUrl: string, spec: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${sandboxUrl}/__sandbox/faults`, {
    method: "POST",
    headers,
    body: JSON.stringify({ spec }),
  });
  if (!answer.ok) throw new Error(`the sandbox doesn't take the fault ${spec}: ${answer.status}`);
}
