import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../src/domain/shared/context.ts'
import { isoDate, readYaml } from '../content-files.ts'

const rateSchema = z.strictObject({
	key: z.string().regex(/^[a-z-]+$/),
	name: z.string(),
	law: z.string(),
	source: z.strictObject({ title: z.string(), url: z.url({ protocol: /^https$/ }) }),
	editions: z
		.array(z.strictObject({ from: isoDate, until: isoDate.nullable(), checkedOn: isoDate, numbers: z.record(z.string(), z.number()) }))
		.min(1),
})

/** What the calculators reckon with. */
export const rates = readYaml('calculators/rates.yaml', z.array(rateSchema))

export async function writeRates(trx: Transaction<Database>): Promise<void> {
	await trx.deleteFrom('calculator_rates').execute()
	const rows = rates.flatMap(({ source, editions, ...rate }) =>
		editions.map(({ from, until, checkedOn, numbers }) => ({
			...rate,
			source_title: source.title,
			source_url: source.url,
			valid_from: from,
			valid_until: until,
			checked_on: checkedOn,
			numbers: JSON.stringify(numbers),
		})),
	)
	await trx.insertInto('calculator_rates').values(rows).execute()
}
