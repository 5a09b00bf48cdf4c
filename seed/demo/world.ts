import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { categories } from '../taxonomy/index.ts'
import type { TaskSeed } from '../taxonomy/types.ts'
import { castOffices, type CastOffice } from './cast.ts'
import { Places } from './places.ts'
import type { Weighted } from './random.ts'
import { type Surname, surnameTables } from './surnames.ts'

/** What all demo offices share. */
export type World = {
	places: Places
	tasks: readonly TaskSeed[]
	task: (id: number) => TaskSeed
	surnames: (prefectureId: number) => Weighted<Surname>
	neighbours: ReadonlyMap<number, readonly number[]>
	cast: ReadonlyMap<number, CastOffice>
}

export async function loadWorld(db: Kysely<Database>): Promise<World> {
	const places = await Places.load(db)
	const neighbourRows = await db.selectFrom('prefecture_neighbours').selectAll().orderBy('prefecture_id').orderBy('neighbour_id').execute()
	const neighbours = new Map(
		[...Map.groupBy(neighbourRows, (row) => row.prefecture_id)].map(([id, rows]) => [id, rows.map((row) => row.neighbour_id)]),
	)
	const tasks = categories.flatMap((category) => category.tasks)
	const byId = new Map(tasks.map((task) => [task.id, task]))
	const tables = surnameTables()
	return {
		places,
		tasks,
		neighbours,
		task: (id) => {
			const task = byId.get(id)
			if (!task) throw new Error(`no task ${id} in the taxonomy`)
			return task
		},
		surnames: (prefectureId) => {
			const table = tables.get(prefectureId)
			if (!table) throw new Error(`no surnames for prefecture ${prefectureId}`)
			return table
		},
		cast: new Map(castOffices.map((office, index) => [index + 1, office])),
	}
}
