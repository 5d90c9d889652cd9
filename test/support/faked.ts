/** Makes `methods` an instance of a class, so that it can stand in for one. A call of any other method fails. */
export function faked<T extends object, Own extends Partial<T>>(
  type: { readonly prototype: T },
  methods: Own,
): T & Own {
  return Object.setPrototypeOf(methods, type.prototype);
}
