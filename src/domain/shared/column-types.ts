/** A `date` column: read as 'YYYY-MM-DD'. */
export type IsoDate = string

/** A `time` column: 'HH:MM:SS'. */
export type Time = string
