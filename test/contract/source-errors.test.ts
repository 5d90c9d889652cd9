import { type Dispatcher, Pool } from "undici";
import { afterEach, expect, test, vi } from "vitest";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import type { SourceHttpRequest } from "../../shared/source/source-http.ts";
import { get } from "./source-ground.ts";

afterEach(() => {
  abort.mockClear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const abort = vi.fn();
const controller: Dispatcher.DispatchController = {
  ...{ aborted: false, paused: false, reason: null },
  abort,
  pause: () => undefined,
  resume: () => undefined,
};

/** Sends a request whose exchange is `play`ed without a network. */
function send(play: (handler: Required<Dispatcher.DispatchHandler>) => void, request: Partial<SourceHttpRequest> = {}) {
  vi.spyOn(Pool.prototype, "dispatch").mockImplementation((_options, handler) => {
    play(handler as Required<Dispatcher.DispatchHandler>);
    return true;
  });
  const http = new UndiciSourceHttp({ baseUrl: "http://a.test", timeout: 5_000, now: () => 7_000 });
  return http.send({ ...get(), ...request });
}

const coded = (code: unknown, cause?: unknown) => Object.assign(new Error("m", { cause }), { code });
test.each<[string | undefined, Error]>([
  ["ECONNRESET", coded("ECONNRESET", coded("EPIPE"))],
  ["EPIPE", coded("UND_ERR_SOCKET", coded("EPIPE"))],
  ["EPIPE", coded("UND_ERR_SOCKET", coded(7, coded("EPIPE")))],
  ["UND_ERR_SOCKET", coded("UND_ERR_SOCKET")],
  ["UND_ERR_SOCKET", coded("UND_ERR_SOCKET", coded("UND_ERR_SOCKET"))],
  ["UND_ERR_SOCKET", coded("UND_ERR_SOCKET", { code: "EPIPE" })],
  ["EHOSTUNREACH", new AggregateError([new Error("m"), coded("EHOSTUNREACH"), coded("EPIPE")])],
  ["EPIPE", new TypeError("m", { cause: coded("EPIPE") })],
  [undefined, coded(7)],
  [undefined, new Error("m")],
])("a failed request is explained by the code %s", async (detail, error) => {
  const answer = await send((handler) => {
    handler.onResponseError(controller, error);
  });
  expect(answer).toStrictEqual({ outcome: "failed", reason: "transport", ...(detail === undefined ? {} : { detail }) });
});

test("a response is the final one, with the headers that have a value", async () => {
  const answer = await send((handler) => {
    handler.onResponseStart(controller, 103, { link: "x" });
    handler.onResponseStart(controller, 200, { a: undefined, b: ["1", "2"] });
    handler.onResponseEnd(controller, {});
  });
  expect(answer).toMatchObject({ outcome: "answered", status: 200, headers: { b: "1, 2" }, body: "" });
  expect(answer).not.toHaveProperty("headers.a");
  const only = await send((handler) => {
    handler.onResponseStart(controller, 199, {});
    handler.onResponseEnd(controller, {});
  });
  expect(only).toEqual({ outcome: "failed", reason: "transport" });
});

test("only a success is skimmed", async () => {
  const page = '{"items":[{"note":"x","id":"a"}]}';
  const read = (status: number) =>
    send(
      (handler) => {
        handler.onResponseStart(controller, status, {});
        handler.onResponseData(controller, Buffer.from(page));
        handler.onResponseEnd(controller, {});
      },
      { skim: true },
    );
  expect(await read(299)).toMatchObject({ body: '{"items":[{"id":"a"}]}' });
  expect(await read(300)).toMatchObject({ status: 300, body: page });
});

test("a request whose time is over isn't sent, or is abandoned as soon as it has a connection", async () => {
  const dispatched = vi.fn();
  expect(await send(dispatched, { until: 7_000 })).toEqual({ outcome: "skipped" });
  expect(dispatched).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = send(dispatched, { until: 7_001 });
  await expect.poll(() => dispatched).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(await answer).toEqual({ outcome: "failed", reason: "timeout" });
  dispatched.mock.calls[0]?.[0].onRequestStart(controller, {});
  expect(abort).toHaveBeenCalledExactlyOnceWith(new Error("given up"));
});
