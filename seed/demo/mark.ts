import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { readMark } from '../marks.ts'
import type { Serials } from './experts.ts'

export type DemoSize = { offices: number; experts: number }

/** Progress of the demo. Written with each block, so that a killed run continues after the last complete one. */
export type DemoMark = { offices: number; experts: number; target: DemoSize; serials: Serials }

export async function readDemoMark(db: Kysely<Database>): Promise<DemoMark | null> {
	const value = await readMark(db, 'demo')
	return value === null ? null : (JSON.parse(value) as DemoMark)
}
