import { postgresContract } from './postgres-contract.js';

postgresContract(15);
