import { Fragment } from 'react'
import type { Freshness } from '../../domain/taxonomy/facts.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import styles from './freshness-note.module.css'

/**
 * Below a text: which of its figures have or await another value today or were not compared with the law yet, and that it is over a
 * year old. Nothing while it is current.
 */
export function FreshnessNote({ freshness: { changed, overdue, pending, isOld }, what }: { freshness: Freshness; what: '回答' | '記事' }) {
	if (changed.length === 0 && overdue.length === 0 && pending.length === 0 && !isOld) return null
	return (
		<div className={styles.note} role="note">
			{changed.length > 0 && (
				<>
					<p>{`この${what}のあとに変わった内容があります。`}</p>
					<ul>
						{changed.map(({ name, was, now, since, law, source }) => (
							<li key={name}>
								{`${name}：${was} → `}
								<strong>{now}</strong>
								{`（${dateText(since)}から。${law}。`}
								<SourceLink source={source} />）
							</li>
						))}
					</ul>
				</>
			)}
			{overdue.length > 0 && (
				<>
					<p>改定の時期を過ぎ、新しい値をまだ載せていない数字があります。</p>
					<ul>
						{overdue.map(({ name, value, validFrom, renewalFrom, law, source }) => (
							<li key={name}>
								{`${name}：${value}（${dateText(validFrom)}からの値。${dateText(renewalFrom)}以降に改定。${law}。いまの値は`}
								<SourceLink source={source} />
								で確かめてください）
							</li>
						))}
					</ul>
				</>
			)}
			<PendingList pending={pending} />
			{isOld && <p>{`1年以上前の法令や情報に基づく${what}です。手続きの前に、最新の内容をお確かめください。`}</p>}
		</div>
	)
}

/** Figures that rest on the same thing are named together, with every source to look them up. */
function PendingList({ pending }: Pick<Freshness, 'pending'>) {
	if (pending.length === 0) return null
	return (
		<>
			<p>法令の本文とまだ照合していない数字があります。</p>
			<ul>
				{[...Map.groupBy(pending, (one) => one.pending)].map(([basis, same]) => (
					<li key={basis}>
						{`${same.map(({ name, value, law }) => `${name}：${value}（${law}）`).join('、')}。${basis}。`}
						{[...new Map(same.map(({ source }) => [source.url, source])).values()].map((source, place) => (
							<Fragment key={source.url}>
								{place > 0 && '、'}
								<SourceLink source={source} />
							</Fragment>
						))}
						で確かめてください。
					</li>
				))}
			</ul>
		</>
	)
}

function SourceLink({ source: { title, url } }: { source: { title: string; url: string } }) {
	return (
		<a href={url} rel="noopener nofollow" target="_blank">
			{title}
			<span className="visually-hidden">（外部サイト）</span>
		</a>
	)
}
