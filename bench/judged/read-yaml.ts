import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { z } from 'zod'

/** Reads a YAML file. Throws where it does not fit the schema. */
export const readYamlFile = <Schema extends z.ZodType>(file: URL, schema: Schema): z.infer<Schema> =>
	schema.parse(load(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA }))
