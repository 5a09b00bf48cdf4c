import { createContext } from 'react-router'

/** As much of an OpenAPI 3.1 document as the reference page shows. Pure. */

export type Schema = {
	$ref?: string
	type?: string | readonly string[]
	format?: string
	description?: string
	enum?: readonly unknown[]
	const?: unknown
	properties?: Readonly<Record<string, Schema>>
	required?: readonly string[]
	items?: Schema
	anyOf?: readonly Schema[]
	oneOf?: readonly Schema[]
	allOf?: readonly Schema[]
	additionalProperties?: Schema | boolean
}

export type Parameter = {
	name: string
	in: string
	required?: boolean
	description?: string
	example?: unknown
	schema?: Schema & { example?: unknown }
}

type Content = Readonly<Record<string, { schema?: Schema }>>

export type Operation = {
	operationId?: string
	tags?: readonly string[]
	summary?: string
	description?: string
	security?: readonly Readonly<Record<string, readonly string[]>>[]
	parameters?: readonly Parameter[]
	requestBody?: { content?: Content }
	responses?: Readonly<Record<string, { description?: string; content?: Content }>>
}

export type ApiDocument = {
	info: { title: string; version: string; description?: string }
	servers?: readonly { url: string }[]
	tags?: readonly { name: string; description?: string }[]
	paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
	components?: { schemas?: Readonly<Record<string, Schema>> }
}

/** The document of the versioned API, made by the composition. */
export const apiDocumentContext = createContext<ApiDocument>()

export type Call = Operation & { method: string; path: string; id: string }

/** The calls of a tag in the order of the document. */
export const callsOf = ({ paths = {} }: ApiDocument, tag: string): Call[] =>
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => operation.tags?.includes(tag))
			.map(([method, operation]) => ({
				...operation,
				method: method.toUpperCase(),
				path,
				id: operation.operationId ?? `${method}${path}`,
			})),
	)

const typeNames: Readonly<Record<string, string>> = {
	string: '文字列',
	integer: '整数',
	number: '数',
	boolean: '真偽',
	null: 'null',
	object: 'オブジェクト',
	array: '配列',
}

const nameOf = (reference: string): string => reference.replace('#/components/schemas/', '')

/** One word or a few for what a value is; a named schema is its name. */
export function typeText(schema: Schema): string {
	if (schema.$ref !== undefined) return nameOf(schema.$ref)
	const choices = schema.anyOf ?? schema.oneOf
	if (choices !== undefined) return [...new Set(choices.map(typeText))].join('、')
	if (schema.allOf !== undefined) return schema.allOf.map(typeText).join('と')
	if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join('、')
	if (schema.const !== undefined) return JSON.stringify(schema.const)
	const types = [schema.type ?? 'object'].flat().map((type) => typeNames[type] ?? type)
	const text = types.join('、')
	if (schema.items !== undefined) return `${typeText(schema.items)}の配列`
	return schema.format === undefined ? text : `${text}（${schema.format}）`
}

/** The name of the schema that a value is or holds, to link to it; null where it has none. */
export function namedSchemaOf(schema: Schema): string | null {
	if (schema.$ref !== undefined) return nameOf(schema.$ref)
	if (schema.items !== undefined) return namedSchemaOf(schema.items)
	for (const choice of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
		const name = namedSchemaOf(choice)
		if (name !== null) return name
	}
	return null
}

export type PropertyRow = { name: string; type: string; link: string | null; description: string; isOptional: boolean }

/** The properties of an object row by row, those of objects inside it with their path; arrays are marked by []. */
export function propertyRows(schema: Schema, before = ''): PropertyRow[] {
	if (schema.allOf !== undefined && schema.properties === undefined) return schema.allOf.flatMap((part) => propertyRows(part, before))
	const inner = schema.items ?? (schema.anyOf ?? schema.oneOf)?.find(({ properties }) => properties !== undefined)
	if (schema.properties === undefined) return inner === undefined ? [] : propertyRows(inner, schema.items ? `${before}[]` : before)
	return Object.entries(schema.properties).flatMap(([key, value]) => {
		const name = before === '' ? key : `${before}.${key}`
		const row = {
			name,
			type: typeText(value),
			link: namedSchemaOf(value),
			description: value.description ?? '',
			isOptional: !(schema.required?.includes(key) ?? false),
		}
		return [row, ...(value.$ref === undefined ? propertyRows(value, name) : [])]
	})
}

/** As it stands in an address. */
const exampleText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example))

/** A call as somebody types it into a terminal. */
export function exampleOf({ method, path, parameters = [], security = [] }: Call, origin: string): string {
	const valueOf = ({ example, schema }: Parameter) => exampleText(example ?? schema?.example ?? 1)
	const address = parameters
		.filter((parameter) => parameter.in === 'path')
		.reduce((text, parameter) => text.replace(`{${parameter.name}}`, valueOf(parameter)), path)
	const query = parameters
		.filter((parameter) => parameter.in === 'query' && parameter.required)
		.map((parameter) => `${parameter.name}=${encodeURIComponent(valueOf(parameter))}`)
		.join('&')
	const isOpen = security.some((requirement) => Object.keys(requirement).length === 0)
	return [
		`curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${address}${query === '' ? '' : `?${query}`}'`,
		...(isOpen ? [] : ["  -H 'Authorization: Bearer shirube_…'"]),
		...(method === 'GET' ? [] : ["  -H 'Content-Type: application/json'"]),
	].join(' \\\n')
}
