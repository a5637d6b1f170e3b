import { postgresContract } from './postgres-contract.ts';

postgresContract(18);
