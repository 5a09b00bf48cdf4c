import { type RawBuilder, sql } from 'kysely'
import { stationAreaId } from './areas.ts'

/** `stationAreaId` of a column that holds the id of a station. */
export const stationAreaIdOf = (stationId: RawBuilder<unknown>) => sql<number>`(${sql.lit(stationAreaId(0))} + ${stationId})`
