// Go's standard library looks at a few JavaScript values when a program starts.
// They are handed to it here, and nothing else is: the program sees no page, no
// network and no global object. Go tells values apart by 64 bits: a number is
// itself, everything else a NaN with the value's place in a list and its type.
import type { HostFunctions } from "./go.ts";

const nan = 0x7ff80000;

/** Values that Go has fixed places for: NaN, 0, null, true, false, the global object, the program's own. */
function values(): unknown[] {
  const nowhere = { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 };
  const world = { Object, Array, Uint8Array, process: {}, path: {}, fs: { constants: nowhere } };
  return [NaN, 0, null, true, false, world, { _pendingEvent: null }];
}

/** The functions of Go's package syscall/js. */
export function javascript(memory: () => WebAssembly.Memory): HostFunctions {
  const list = values();
  const places = new Map<unknown, number>(list.map((v, i) => [v, i]));
  const utf8 = new TextDecoder();
  const view = () => new DataView(memory().buffer);

  const load = (at: number): unknown => {
    const v = view();
    const number = v.getFloat64(at, true);
    if (number === 0) return undefined;
    return Number.isNaN(number) ? list[v.getUint32(at, true)] : number;
  };
  const type = (x: unknown): number => {
    if (typeof x === "string") return 2;
    if (typeof x === "function") return 4;
    return typeof x === "object" && x !== null ? 1 : 0;
  };
  const store = (at: number, x: unknown): void => {
    const v = view();
    if (x === undefined) return v.setFloat64(at, 0, true);
    if (typeof x === "number" && x !== 0 && !Number.isNaN(x)) return v.setFloat64(at, x, true);
    let place = places.get(x);
    if (place === undefined) {
      place = list.length;
      list.push(x);
      places.set(x, place);
    }
    v.setUint32(at + 4, nan | type(x), true);
    v.setUint32(at, place, true);
  };
  const text = (at: number): string => {
    const v = view();
    return utf8.decode(new Uint8Array(memory().buffer, Number(v.getBigInt64(at, true)), Number(v.getBigInt64(at + 8, true))));
  };
  const refuse = (name: string) => (): never => {
    throw new Error(`the program calls ${name} of its host, which is not provided`);
  };

  const gojs: Record<string, (sp: number) => void> = {
    // The values are few and stay as long as the program.
    "syscall/js.finalizeRef": () => {},
    "syscall/js.stringVal": (sp) => store(sp + 24, text(sp + 8)),
    "syscall/js.valueGet": (sp) => store(sp + 32, Reflect.get(load(sp + 8) as object, text(sp + 16))),
    "syscall/js.valueSet": (sp) => void Reflect.set(load(sp + 8) as object, text(sp + 16), load(sp + 32)),
  };
  for (const name of [
    "valueDelete",
    "valueIndex",
    "valueSetIndex",
    "valueLength",
    "valueCall",
    "valueInvoke",
    "valueNew",
    "valuePrepareString",
    "valueLoadString",
    "valueInstanceOf",
    "copyBytesToGo",
    "copyBytesToJS",
  ])
    gojs[`syscall/js.${name}`] = refuse(name);
  return { gojs };
}
