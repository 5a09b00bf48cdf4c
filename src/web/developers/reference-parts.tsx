import { Table } from '../ui/document.tsx'
import { type Call, exampleOf, namedSchemaOf, type PropertyRow, propertyRows, type Schema, typeText } from './api-document.ts'
import styles from './developers.module.css'

const schemaAnchor = (name: string) => `#schema-${name}`

/** One call: who may make it, what it takes and what it answers. */
export function CallReference({ call, origin }: { call: Call; origin: string }) {
	const { id, method, path, summary, description, security = [], parameters = [], requestBody, responses = {} } = call
	const granted = security.flatMap((requirement) => Object.values(requirement).flat())
	const isOpen = security.some((requirement) => Object.keys(requirement).length === 0)
	const body = requestBody?.content?.['application/json']?.schema
	const answer = responses['200']?.content?.['application/json']?.schema
	const refusals = Object.entries(responses).filter(([status]) => status !== '200')
	return (
		<article className={styles.row} aria-labelledby={id}>
			<h3 id={id}>{summary}</h3>
			<p>
				<code>{`${method} ${path}`}</code>
			</p>
			{description !== undefined && <p>{description}</p>}
			<p className={styles.quiet}>
				{isOpen
					? 'トークンなしで使えます。'
					: granted.length > 0
						? `権限 ${granted.join('、')} のトークンが要ります。`
						: 'トークンが要ります。'}
			</p>
			{parameters.length > 0 && (
				<Table
					label={`${summary ?? id}の項目`}
					head={['項目', '場所', '型', '説明']}
					rows={parameters.map((parameter) => [
						`${parameter.name}${parameter.required ? '（必須）' : ''}`,
						parameter.in === 'path' ? 'パス' : 'クエリー',
						parameter.schema === undefined ? '文字列' : typeText(parameter.schema),
						parameter.description ?? parameter.schema?.description ?? '',
					])}
				/>
			)}
			{body !== undefined && <Shape title="送る本文" schema={body} label={`${summary ?? id}で送る本文`} />}
			{answer !== undefined && <Shape title="応答 200" schema={answer} label={`${summary ?? id}の応答`} />}
			<p className={styles.quiet}>{refusals.map(([status, { description: why }]) => `${status}：${why ?? ''}`).join(' ')}</p>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus */}
			<pre className={styles.body} tabIndex={0} aria-label={`${summary ?? id}の例`}>
				<code>{exampleOf(call, origin)}</code>
			</pre>
		</article>
	)
}

function Shape({ title, schema, label }: { title: string; schema: Schema; label: string }) {
	const name = namedSchemaOf(schema)
	const rows = schema.$ref === undefined ? propertyRows(schema) : []
	return (
		<>
			<p>
				{`${title}：`}
				{name !== null && rows.length === 0 ? <a href={schemaAnchor(name)}>{typeText(schema)}</a> : typeText(schema)}
			</p>
			{rows.length > 0 && <Properties rows={rows} label={label} />}
		</>
	)
}

const Properties = ({ rows, label }: { rows: readonly PropertyRow[]; label: string }) => (
	<Table
		label={label}
		head={['項目', '型', '説明']}
		rows={rows.map(({ name, type, link, description, isOptional }) => [
			`${name}${isOptional ? '（任意）' : ''}`,
			link === null ? (
				type
			) : (
				<a key="type" href={schemaAnchor(link)}>
					{type}
				</a>
			),
			description,
		])}
	/>
)

/** A named schema, which several calls refer to. */
export function SchemaReference({ name, schema }: { name: string; schema: Schema }) {
	return (
		<article className={styles.row} aria-labelledby={`schema-${name}`}>
			<h3 id={`schema-${name}`}>{name}</h3>
			{schema.description !== undefined && <p>{schema.description}</p>}
			<Properties rows={propertyRows(schema)} label={`${name}の項目`} />
		</article>
	)
}
