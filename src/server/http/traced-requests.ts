import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { RecordedResponse, RequestIds } from './request-record.ts';

export interface TracedRequest {
  readonly request: IncomingMessage;
  readonly response: RecordedResponse;
  readonly requestIds: Pick<RequestIds, 'of'>;
}

export const REQUESTS_CHANNEL = 'lectern:request';

/** A channel for the handling of each request. Costs nothing without subscribers. */
export const REQUESTS = tracingChannel<unknown, TracedRequest>(REQUESTS_CHANNEL);
