import { z } from 'zod'
import { parseInput } from '../../domain/shared/parse-input.ts'

/** Parses the form by a schema for each field; throws `invalid` with a sentence for each bad field. */
export const parseForm = <Shape extends z.ZodRawShape>(form: FormData, shape: Shape): z.infer<z.ZodObject<Shape>> =>
	parseInput(z.object(shape), Object.fromEntries(Object.keys(shape).map((name) => [name, form.get(name) ?? ''])))
