import { V1_PREFIX } from './api/v1.ts'
import type { FrontOptions } from './http/front.ts'

/** Of addresses that cost much, for each process: they protect its processor. Limits of people and accounts are in the database. */
export const requestLimits: FrontOptions['limits'] = [
	{ prefix: '/api/suggest', burst: 60, perSecond: 15 },
	{ prefix: '/api/qa/', burst: 60, perSecond: 10 },
	// Before anything is counted by token.
	{ prefix: V1_PREFIX, burst: 1_200, perSecond: 50 },
	{ prefix: '/bulk_estimate', burst: 60, perSecond: 5 },
	{ prefix: '/search', burst: 30, perSecond: 5 },
	{ prefix: '/ogp/', burst: 30, perSecond: 5 },
	// Mailbox providers post for all their people from few addresses.
	{ prefix: '/unsubscribe', burst: 100, perSecond: 20 },
	// Services report from few addresses.
	{ prefix: '/webhooks/', burst: 300, perSecond: 100 },
	{ prefix: '/api/identity/', burst: 60, perSecond: 5 },
]

/** The versioned API is left with the pages: it has a limit for each token. */
export const requestQueues: FrontOptions['queues'] = [
	{ prefix: '/search', queue: 'searches' },
	{ prefix: '/api/suggest', queue: 'searches' },
	{ prefix: '/api/qa/', queue: 'searches' },
	{ prefix: '/ogp/', queue: 'cards' },
	{ prefix: '/media/', queue: 'pictures' },
]
