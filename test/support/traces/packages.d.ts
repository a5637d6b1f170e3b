/** The part of protobufjs that we use. Its own types are much larger. */
declare module 'protobufjs' {
  interface Type {
    decode(bytes: Uint8Array): object;
    toObject(message: object, options: { enums: typeof String; longs: typeof Number }): object;
  }
  export function parse(source: string): { root: { lookupType(name: string): Type } };
}
