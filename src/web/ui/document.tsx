import type { ReactNode } from 'react'
import { contactPath } from '../../domain/shared/links.ts'
import { Head, type JsonLd } from '../layout/head.tsx'
import { useSite, useViewer } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from './breadcrumbs.tsx'
import { Link } from './link.tsx'
import { WideTable } from './wide-table.tsx'
import styles from './document.module.css'

/** A page of running text: title, breadcrumbs, one column of readable width. */
export function DocumentPage({
	title,
	description,
	path,
	jsonLd = [],
	contents = [],
	above = null,
	children,
}: {
	title: string
	description: string
	path: string
	/** Besides the breadcrumbs. */
	jsonLd?: JsonLd[]
	/** The sections by the ids of their headings, beside the text on wide screens. */
	contents?: readonly { id: string; label: string }[]
	/** Across both columns, below the title. */
	above?: ReactNode
	children: ReactNode
}) {
	const { publicUrl } = useSite()
	const crumbs = [{ label: title, path }]
	return (
		<>
			<Head title={title} description={description} path={path} jsonLd={[breadcrumbJsonLd(publicUrl, crumbs), ...jsonLd]} />
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${styles.page}`}>
				<h1>{title}</h1>
				{above}
				{contents.length === 0 ? (
					<div className={styles.text}>{children}</div>
				) : (
					<div className={styles.columns}>
						<div className={styles.text}>{children}</div>
						<nav className={`${styles.contents} no-print`} aria-label="このページの内容">
							<ul>
								{contents.map(({ id, label }) => (
									<li key={id}>
										<a href={`#${id}`}>{label}</a>
									</li>
								))}
							</ul>
						</nav>
					</div>
				)}
			</article>
		</>
	)
}

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			{children}
		</section>
	)
}

export function Table({ label, head, rows }: { label: string; head: string[]; rows: ReactNode[][] }) {
	return (
		<WideTable label={label}>
			<thead>
				<tr>
					{head.map((cell) => (
						<th key={cell} scope="col">
							{cell}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, index) => (
					// oxlint-disable-next-line react/no-array-index-key -- rows of a fixed table
					<tr key={index}>
						{row.map((cell, column) =>
							column === 0 ? (
								<th key={head[column]} scope="row">
									{cell}
								</th>
							) : (
								<td key={head[column]}>{cell}</td>
							),
						)}
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}

/** For staff only: where the operator can edit this text. */
export function OperatorNote({ file }: { file: string }) {
	if (!useViewer()?.isStaff) return null
	return (
		<p className={styles.note}>
			運営者の方へ：この文章は、このソフトウェアが今行うことに合わせたひな形です。公開する前に、運営者の名称・所在地・連絡先と実際の運用に合わせて
			<code>{file}</code>
			を書き換え、必要に応じて弁護士などの確認を受けてください。
		</p>
	)
}

/** Where to write to: the form of the site, and what the settings name. */
export function ContactWays() {
	const { links, hasOperator } = useSite()
	const outside = [
		{ href: links.contact, label: '外部のお問い合わせフォーム' },
		{ href: links.faq, label: 'よくある質問' },
		{ href: links.corporate, label: '運営会社のサイト' },
	].filter((way) => way.href !== null)
	return (
		<ul>
			<li>
				<Link className="tap" to={contactPath()}>
					お問い合わせ
				</Link>
			</li>
			{hasOperator && (
				<li>
					<Link className="tap" to="/company">
						運営会社
					</Link>
				</li>
			)}
			{outside.map(({ href, label }) => (
				<li key={label}>
					<a className="tap" href={href ?? undefined} rel="noopener">
						{label}
					</a>
				</li>
			))}
		</ul>
	)
}
