import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../src/domain/shared/context.ts'
import { isoDate, readYaml } from '../content-files.ts'
import { taskOf } from './index.ts'

/** When the editors last went through the whole of content/calendar. */
const CHECKED_ON = '2026-11-23'

const common = { slug: z.string(), title: z.string(), body: z.string(), law: z.string(), tasks: z.array(z.string()).min(1) }
const who = z.array(z.enum(['sole', 'corporation', 'employer'])).min(1)
const due = { ...common, shifts: z.boolean(), who }
const dueSchema = z.discriminatedUnion('kind', [
	z.strictObject({ ...due, kind: z.literal('yearly'), month: z.int(), day: z.int() }),
	z.strictObject({ ...due, kind: z.literal('monthly'), day: z.int() }),
	z.strictObject({ ...due, kind: z.literal('closing'), month: z.int() }),
])
const changeSchema = z.strictObject({ ...common, day: isoDate, source: z.url({ protocol: /^https$/ }) })

const none = { month: null, day: null, on_day: null, source_url: null }
const yearly = readYaml('calendar/due-dates.yaml', z.array(dueSchema)).map((one) => ({ ...none, ...one }))
const changes = readYaml('calendar/law-changes.yaml', z.array(changeSchema)).map(({ day, source, ...change }) => ({
	...none,
	...change,
	kind: 'change' as const,
	on_day: day,
	shifts: false,
	who: [],
	source_url: source,
}))

/** Due dates and changes of the law as rows of their table. */
export const dueDates = [...yearly, ...changes].map(({ tasks, ...row }) => ({
	...row,
	task_ids: tasks.map((task) => taskOf(task).id),
	checked_on: CHECKED_ON,
}))

export async function writeDueDates(trx: Transaction<Database>): Promise<void> {
	await trx.deleteFrom('due_dates').execute()
	await trx.insertInto('due_dates').values(dueDates).execute()
}
