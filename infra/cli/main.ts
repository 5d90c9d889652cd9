// A completion loads as little as possible, because the user waits for it after each Tab.
if (process.argv[2] === "completion-words") {
  const { answerCompletion } = await import("./completion/answer-completion.ts");
  process.exitCode = await answerCompletion(process.argv.slice(4), process.env);
} else {
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv);
}
