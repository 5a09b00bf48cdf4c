import { Fragment } from 'react'
import { Table } from '../ui/document.tsx'
import { type Call, exampleOf, namedSchemaOf, type PropertyRow, propertyRows, type Schema, typeText } from './api-document.ts'
import styles from './developers.module.css'

const schemaAnchor = (name: string) => `#schema-${name}`

/** An identifier that a narrow column breaks after its separators and not within a word. */
export const Identifier = ({ name }: { name: string }) =>
	name.split(/(?<=[.:])/).map((part, index) => (
		<Fragment key={part}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	))

/** One call: who may make it, what it takes and what it answers. */
export function CallReference({ call, origin }: { call: Call; origin: string }) {
	const { id, method, path, description, security = [] } = call
	const title = call.summary ?? id
	const granted = security.flatMap((requirement) => Object.values(requirement).flat())
	const isOpen = security.some((requirement) => Object.keys(requirement).length === 0)
	return (
		<article className={styles.row} aria-labelledby={id}>
			<h3 id={id}>{title}</h3>
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
			<details>
				<summary>{`${title}の項目と応答`}</summary>
				<CallShape call={call} title={title} />
			</details>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus */}
			<pre className={styles.body} tabIndex={0} aria-label={`${title}の例`}>
				<code>{exampleOf(call, origin)}</code>
			</pre>
		</article>
	)
}

function CallShape({ call: { parameters = [], requestBody, responses = {} }, title }: { call: Call; title: string }) {
	const body = requestBody?.content?.['application/json']?.schema
	const answer = responses['200']?.content?.['application/json']?.schema
	const refusals = Object.entries(responses).filter(([status]) => status !== '200')
	return (
		<>
			{parameters.length > 0 && (
				<Table
					label={`${title}の項目`}
					head={['項目', '場所', '型', '説明']}
					rows={parameters.map((parameter) => [
						`${parameter.name}${parameter.required ? '（必須）' : ''}`,
						parameter.in === 'path' ? 'パス' : 'クエリー',
						parameter.schema === undefined ? '文字列' : typeText(parameter.schema),
						parameter.description ?? parameter.schema?.description ?? '',
					])}
				/>
			)}
			{body !== undefined && <Shape title="送る本文" schema={body} label={`${title}で送る本文`} />}
			{answer !== undefined && <Shape title="応答 200" schema={answer} label={`${title}の応答`} />}
			<p className={styles.quiet}>{refusals.map(([status, { description: why }]) => `${status}：${why ?? ''}`).join(' ')}</p>
		</>
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
			<details>
				<summary>{`${name}の項目`}</summary>
				<Properties rows={propertyRows(schema)} label={`${name}の項目`} />
			</details>
		</article>
	)
}
