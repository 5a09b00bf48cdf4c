import { parentPort, workerData } from 'node:worker_threads'
import { type BusyQuery, readBusySpans } from './busy-reading.ts'

/** The program of the thread that reads one calendar of a stranger (see `busy-calendar.ts`), which may be made never to end. */
// A thread's port takes no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(readBusySpans(workerData as BusyQuery))
