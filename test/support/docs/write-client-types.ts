import { writeFileSync } from 'node:fs';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';

// Writes the types of the client anew: npm run client:types
writeFileSync(CLIENT_TYPES, await clientTypes());
