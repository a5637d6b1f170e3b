/** The part of protobufjs that we use; its own types are far larger. */
declare module 'protobufjs' {
  interface Type {
    decode(bytes: Uint8Array): object;
    toObject(message: object, options: { enums: typeof String; longs: typeof Number }): object;
  }
  export function parse(source: string): { root: { lookupType(name: string): Type } };
}
