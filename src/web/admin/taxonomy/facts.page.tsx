import { type FactInReview, listFacts } from '../../../domain/taxonomy/fact-reads.ts'
import { editionAt, type FactState, WARNING_DAYS } from '../../../domain/taxonomy/facts.ts'
import { dateText, isoDay } from '../../../domain/shared/japan-time.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import type { Route } from './+types/facts.page'
import styles from '../admin.module.css'

const states: Record<FactState, string> = {
	expired: '期限切れ',
	overdue: '改定待ち',
	expiring: 'まもなく期限',
	unchecked: '照合の期日超過',
	comparing: 'まもなく照合の期日',
	current: '有効',
}

export const loader = staffLoader(['editor'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const today = isoDay(ctx.now())
	const all = await listFacts(ctx)
	const due = all.filter(({ state }) => state !== 'current')
	// The list of work: what nobody has compared yet, in the order in which it is due.
	const uncompared = all.filter(({ comparison }) => comparison?.isFirst === true).toSorted(byComparison)
	const shown = new URL(request.url).searchParams.get('show')
	const facts = shown === 'all' ? all : shown === 'uncompared' ? uncompared : due
	return {
		shown: shown === 'all' || shown === 'uncompared' ? shown : 'due',
		counts: { due: due.length, uncompared: uncompared.length, all: all.length },
		facts: facts.map((fact) => {
			const current = editionAt(fact, today) ?? fact.editions.findLast(({ validFrom }) => validFrom <= today)
			return {
				key: fact.key,
				name: fact.name,
				topic: fact.topic,
				law: fact.law,
				source: fact.source,
				state: fact.state,
				lastDay: fact.lastDay,
				comparison: fact.comparison,
				current,
				next: fact.editions.find(({ validFrom }) => validFrom > today),
			}
		}),
	}
})

const byComparison = (a: FactInReview, b: FactInReview): number => (a.comparison?.by ?? '').localeCompare(b.comparison?.by ?? '')

function endText(lastDay: string | null, renewalFrom: string | null): string {
	if (renewalFrom !== null) return `${dateText(renewalFrom)}以降に改定`
	return lastDay === null ? '期限の定めなし' : `${dateText(lastDay)}まで`
}

function comparisonText(comparison: Listed['comparison'], current: Listed['current']): string {
	if (comparison?.isFirst === false) return current?.comparedOn ? `${dateText(current.comparedOn)}に照合` : '照合済み'
	const text = current?.pending ?? '出典の本文とは未照合'
	return current?.comparedOn ? '次の値が未照合' : text
}

type Listed = Route.ComponentProps['loaderData']['facts'][number]

export default function FactsPage({ loaderData: { shown, counts, facts } }: Route.ComponentProps) {
	return (
		<>
			<Head title="法令の数字" description="文章と計算が使う、法令の数字の一覧です。" path="/admin/facts" noindex />
			<h1>法令の数字</h1>
			<p className={styles.quiet}>
				{`質問の回答、記事、計算が使う数字です。期限の${WARNING_DAYS}日前から「まもなく期限」になり、次の値がないまま期限を過ぎると、サイトを作り直す作業（ビルド）が止まります。最低賃金のように、次の値が決まるまで続くものは「改定待ち」になり、ビルドは警告だけを出し、回答や記事には改定の時期を過ぎたと表示します。値は content/facts で直し、記入した日（checkedOn）を書きます。`}
			</p>
			<p className={styles.quiet}>
				{
					'出典の本文とまだ比べていない数字は、「照合を待つ数字」に、照合の期日（ファイルごとの compareBy）の順に並びます。比べたら、その日を comparedOn に書き、まだ照合していないことの欄（pending）があれば消します。期日と、照合から1年たつ日の30日前からは「まもなく照合の期日」になり、過ぎると「照合の期日超過」になってビルドが警告します。照合していないことと期日は、計算や資金診断の読者にも表示されます。'
				}
			</p>
			<FilterTabs
				label="表示する数字"
				tabs={[
					{ label: '期限と照合の期日', count: counts.due, to: '/admin/facts', isCurrent: shown === 'due' },
					{ label: '照合を待つ数字', count: counts.uncompared, to: '/admin/facts?show=uncompared', isCurrent: shown === 'uncompared' },
					{ label: 'すべて', count: counts.all, to: '/admin/facts?show=all', isCurrent: shown === 'all' },
				]}
			/>
			{facts.length === 0 ? (
				<p className={styles.empty}>
					{shown === 'uncompared' ? '出典との照合を待つ数字はありません。' : '期限の近い数字も、照合の期日を過ぎた数字もありません。'}
				</p>
			) : (
				<WideTable label="法令の数字">
					<thead>
						<tr>
							<th scope="col">数字</th>
							<th scope="col">いまの値</th>
							<th scope="col">状態と期限</th>
							<th scope="col">次の値</th>
							<th scope="col">根拠と出典</th>
							<th scope="col">出典との照合</th>
						</tr>
					</thead>
					<tbody>
						{facts.map((fact) => (
							<FactRow key={fact.key} fact={fact} />
						))}
					</tbody>
				</WideTable>
			)}
		</>
	)
}

function FactRow({ fact: { name, topic, law, source, state, lastDay, comparison, current, next } }: { fact: Listed }) {
	return (
		<tr>
			<th scope="row">
				{name}
				<br />
				<small className={styles.quiet}>{topic}</small>
			</th>
			<td>
				<strong>{current ? current.value : 'なし'}</strong>
				{current && <small className={styles.quiet}>{`（${dateText(current.validFrom)}から）`}</small>}
				{current?.note && (
					<>
						<br />
						<small>{current.note}</small>
					</>
				)}
			</td>
			<td>
				{states[state]}
				<br />
				<small className={styles.quiet}>{endText(lastDay, current?.renewalFrom ?? null)}</small>
			</td>
			<td>{next ? `${next.value}（${dateText(next.validFrom)}から）` : '―'}</td>
			<td>
				{law}
				<br />
				<a href={source.url} rel="noopener" target="_blank">
					{source.title}
				</a>
			</td>
			<td>
				{comparison ? `${dateText(comparison.by)}まで` : '―'}
				<br />
				<small className={styles.quiet}>{comparisonText(comparison, current)}</small>
			</td>
		</tr>
	)
}
