import { signal } from "@preact/signals";
import { messageOf } from "../api/client.ts";
import { readAgain } from "../api/use-load.ts";
import { Button } from "./button.tsx";

type Toast = { readonly id: number; readonly message: string };

const toasts = signal<readonly Toast[]>([]);
let last = 0;

const remove = (id: number) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

export function toast(message: string): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { id, message }];
  setTimeout(() => remove(id), 8_000);
}

export function withToast(work: () => unknown, success?: string): void {
  new Promise((resolve) => resolve(work())).then(
    () => {
      readAgain();
      if (success !== undefined) toast(success);
    },
    (error: unknown) => toast(messageOf(error)),
  );
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, message }) => (
        <div class="toast" key={id}>
          <span>{message}</span>
          <Button text="Close" look="plain" press={() => remove(id)} />
        </div>
      ))}
    </div>
  );
}
