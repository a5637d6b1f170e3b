import { writeFileSync } from 'node:fs';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';

// Rewrites the types of the client: npm run client:types
writeFileSync(CLIENT_TYPES, await clientTypes());
