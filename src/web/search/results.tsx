import type { SearchAnswer } from '../../domain/listings/search.ts'
import type { SearchResult, Suggestion } from '../../domain/listings/types.ts'
import { type Card, OfficeCard } from '../listings/office-card.tsx'
import { FoldRest } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './search.module.css'

/** So many stand open on a phone: offices that the words name, other lists, and people, tasks or places. */
const NAMED = 3
const LISTS = 4
const NAMES = 3

/** The answer first: the list that is meant with its first offices, then those named by the words. */
export function Results({ answer: { result, first, named, areNamesFirst } }: { answer: SearchAnswer }) {
	const links = first ? result.directLinks.slice(1) : result.directLinks
	// Whom the list above shows is not shown again.
	const others = areNamesFirst ? named : named.filter(({ id }) => !first?.offices.some((office) => office.id === id))
	return (
		<div className={styles.results}>
			<Unlisted professions={result.unlisted} />
			{areNamesFirst && <NamedOffices offices={others} />}
			{first && (
				<section className={styles.group} aria-label="いちばん近い一覧">
					<h2>
						<Link className={styles.answer} to={first.link.path}>
							<span>{first.link.label}</span>
							<small>{`${first.link.officeCount.toLocaleString('ja-JP')}件を見る`}</small>
						</Link>
					</h2>
					<Offices offices={first.offices} taskId={first.scopeId} />
				</section>
			)}
			{links.length > 0 && (
				<section className={styles.group} aria-labelledby="search-direct">
					<h2 id="search-direct">{first ? 'ほかの一覧' : '事務所の一覧を開く'}</h2>
					<FoldRest items={links} first={LISTS} label={(count) => `ほか${count}件の一覧`}>
						{(shown) => <Lists links={shown} />}
					</FoldRest>
				</section>
			)}
			{!areNamesFirst && <NamedOffices offices={others} />}
			<Group id="search-experts" title="専門家" items={result.experts} />
		</div>
	)
}

function Lists({ links }: { links: readonly SearchResult['directLinks'][number][] }) {
	return (
		<ul className={stack.chips}>
			{links.map((link) => (
				<li key={link.path}>
					<Link className={styles.chip} to={link.path}>
						<span>{link.label}</span>
						<small>{link.officeCount === 0 ? '近くの事務所を表示' : `${link.officeCount.toLocaleString('ja-JP')}件`}</small>
					</Link>
				</li>
			))}
		</ul>
	)
}

function NamedOffices({ offices }: { offices: readonly Card[] }) {
	if (offices.length === 0) return null
	return (
		<section className={styles.group} aria-labelledby="search-offices">
			<h2 id="search-offices">事務所</h2>
			<FoldRest items={offices} first={NAMED} label={(count) => `ほか${count}件の事務所`}>
				{(shown) => <Offices offices={shown} taskId={null} />}
			</FoldRest>
		</section>
	)
}

function Offices({ offices, taskId }: { offices: readonly Card[]; taskId: number | null }) {
	return (
		<ul className={stack.list}>
			{offices.map((office) => (
				<li key={office.id}>
					<OfficeCard office={office} heading="h3" taskId={taskId} />
				</li>
			))}
		</ul>
	)
}

/** What the words may mean besides, for those who look for something to read or to narrow. */
export function Subjects({ result }: { result: SearchResult }) {
	return (
		<div className={styles.groups}>
			<Group id="search-tasks" title="業務" items={result.tasks} />
			<Group id="search-areas" title="地域・駅" items={result.areas} />
		</div>
	)
}

/** Who was looked for does not register here: what they do and where their register is. */
function Unlisted({ professions }: { professions: SearchResult['unlisted'] }) {
	if (professions.length === 0) return null
	return (
		<section className={styles.group} aria-labelledby="search-unlisted">
			<h2 id="search-unlisted">このサイトに登録していない資格</h2>
			<ul className={styles.items}>
				{professions.map(({ name, summary, path }) => (
					<li key={path}>
						<Link className="cover" to={path}>{`${name}の仕事と公式の名簿`}</Link>
						<small>{summary}</small>
					</li>
				))}
			</ul>
		</section>
	)
}

function Group({ id, title, items }: { id: string; title: string; items: Suggestion[] }) {
	if (items.length === 0) return null
	return (
		<section className={styles.group} aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<FoldRest items={items} first={NAMES} label={(count) => `ほか${count}件の${title}`}>
				{(shown) => (
					<ul className={styles.items}>
						{shown.map((item) => (
							<li key={`${item.kind}-${item.id}`}>
								<Link className="cover" to={item.path}>
									{item.label}
								</Link>
								{item.detail && <small>{item.detail}</small>}
							</li>
						))}
					</ul>
				)}
			</FoldRest>
		</section>
	)
}
