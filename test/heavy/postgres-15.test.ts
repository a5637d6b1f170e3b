import { postgresContract } from '../store/postgres-contract.ts';

postgresContract(15);
