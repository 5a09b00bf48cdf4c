import { readFileSync } from 'node:fs'
import path from 'node:path'

const resources = path.resolve(import.meta.dirname, '../node_modules/stripe/esm/resources')
const paging = ['limit', 'starting_after', 'ending_before']

export type Params = { known: ReadonlySet<string>; needed: readonly string[] }

const made = new Map<string, Params>()

/** The parameters of a request, read from the types of Stripe's library: which there are, and which a request must have. */
function paramsOf(file: string, name: string): Params {
	const key = `${file} ${name}`
	const earlier = made.get(key)
	if (earlier) return earlier
	const lines = readFileSync(path.join(resources, file), 'utf8').split('\n')
	const start = lines.findIndex((line) => new RegExp(`^ *(?:export )?interface ${name}(?: extends \\w+)? \\{`).test(line))
	if (start === -1) throw new Error(`the library has no type ${name} in ${file}`)
	const indent = /^ */.exec(lines[start] ?? '')?.[0].length ?? 0
	const end = lines.findIndex((line, at) => at > start && line === `${' '.repeat(indent)}}`)
	const field = new RegExp(`^ {${indent + 4}}(\\w+)(\\??):`)
	const fields = lines.slice(start + 1, end).flatMap((line) => {
		const [, param, optional] = field.exec(line) ?? []
		return param === undefined ? [] : [{ param, isNeeded: optional === '' }]
	})
	const isList = lines[start]?.includes('extends PaginationParams') ?? false
	const params = {
		known: new Set([...fields.map(({ param }) => param), ...(isList ? paging : [])]),
		needed: fields.filter(({ isNeeded }) => isNeeded).map(({ param }) => param),
	}
	made.set(key, params)
	return params
}

/** Which type of the library says what a request may carry. */
const requests: readonly (readonly [pattern: RegExp, file: string, type: string])[] = [
	[/^POST \/v1\/customers$/, 'Customers.d.ts', 'CustomerCreateParams'],
	[/^POST \/v1\/customers\/\w+$/, 'Customers.d.ts', 'CustomerUpdateParams'],
	[/^DELETE \/v1\/customers\/\w+$/, 'Customers.d.ts', 'CustomerDeleteParams'],
	[/^GET \/v1\/customers\/\w+$/, 'Customers.d.ts', 'CustomerRetrieveParams'],
	[/^POST \/v1\/checkout\/sessions$/, 'Checkout/Sessions.d.ts', 'SessionCreateParams'],
	[/^GET \/v1\/checkout\/sessions\/\w+$/, 'Checkout/Sessions.d.ts', 'SessionRetrieveParams'],
	[/^POST \/v1\/payment_intents$/, 'PaymentIntents.d.ts', 'PaymentIntentCreateParams'],
	[/^GET \/v1\/payment_intents\/\w+$/, 'PaymentIntents.d.ts', 'PaymentIntentRetrieveParams'],
	[/^GET \/v1\/payment_intents$/, 'PaymentIntents.d.ts', 'PaymentIntentListParams'],
	[/^POST \/v1\/refunds$/, 'Refunds.d.ts', 'RefundCreateParams'],
	[/^GET \/v1\/refunds\/\w+$/, 'Refunds.d.ts', 'RefundRetrieveParams'],
	[/^GET \/v1\/disputes\/\w+$/, 'Disputes.d.ts', 'DisputeRetrieveParams'],
	[/^GET \/v1\/billing_portal\/configurations$/, 'BillingPortal/Configurations.d.ts', 'ConfigurationListParams'],
	[/^POST \/v1\/billing_portal\/configurations$/, 'BillingPortal/Configurations.d.ts', 'ConfigurationCreateParams'],
	[/^POST \/v1\/billing_portal\/sessions$/, 'BillingPortal/Sessions.d.ts', 'SessionCreateParams'],
]

/** What a request such as `POST /v1/refunds` may carry; null for one that the stand-in does not know. */
export function typeOfRequest(request: string): Params | null {
	const [, file, type] = requests.find(([pattern]) => pattern.test(request)) ?? []
	return file === undefined || type === undefined ? null : paramsOf(file, type)
}
