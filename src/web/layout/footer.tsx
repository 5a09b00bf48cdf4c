import { contactPath, noticesPath } from '../../domain/shared/links.ts'
import type { ReactNode } from 'react'
import { Contours } from '../ui/motif.tsx'
import { Logo } from './logo.tsx'
import { useFrame, useSite } from './site.ts'
import { Link } from '../ui/link.tsx'
import styles from './footer.module.css'

/** Logo, introduction, search and ask, the task categories, legal and support (spec section 2). */
export function Footer() {
	const site = useSite()
	const { categories, version } = useFrame()
	const support = [
		{ href: site.links.servicePlan, label: 'サービスプラン' },
		{ href: site.links.faq, label: 'よくある質問' },
		{ href: site.links.contact ?? contactPath(), label: 'お問い合わせ' },
		{ href: site.links.corporate ?? (site.hasOperator ? '/company' : null), label: '運営会社' },
		{ href: site.hasOperator ? '/tokushoho' : null, label: '特定商取引法に基づく表記' },
		{ href: site.links.media, label: 'お役立ち情報メディア' },
		{ href: site.links.listing, label: '掲載をご希望の方' },
	].filter((link) => link.href !== null)
	return (
		<footer className={styles.footer}>
			<Contours />
			<div className={`content ${styles.inner}`}>
				<div className={styles.brand}>
					<Logo />
					<p>困りごとから、頼れる人まで、まっすぐ。事業の困りごとから、士業・専門家と事務所を探せるサービスです。</p>
				</div>
				<nav className={styles.groups} aria-label="フッター">
					<About siteName={site.name} />
					<Find />
					<Group title="業務カテゴリー" wide>
						<ul className={styles.columns}>
							{categories.map((category) => (
								<li key={category.id}>
									<Link to={`/category/${category.id}`}>{category.name}</Link>
								</li>
							))}
						</ul>
					</Group>
					<Support links={support} />
				</nav>
				{site.demo && (
					<p className={styles.demo}>
						このサイトはデモです。掲載されている事務所・専門家・口コミ・質問と回答・記事の執筆者はすべて架空のもので、実在の人物・団体とは関係ありません。
					</p>
				)}
				<p className={styles.copyright}>
					<small>
						© {site.name}
						{version !== null && `（バージョン ${version}）`}
					</small>
				</p>
			</div>
		</footer>
	)
}

/** Folded on a phone, open where there is room for columns. */
function Group({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
	return (
		<details className={wide ? `${styles.group} ${styles.wide}` : styles.group}>
			<summary>
				<h2>{title}</h2>
			</summary>
			{children}
		</details>
	)
}

function About({ siteName }: { siteName: string }) {
	return (
		<Group title={`${siteName}について`}>
			<ul>
				<li>
					<Link to="/about">サービス紹介</Link>
				</li>
				<li>
					<Link to="/lp/introduction">ご利用の流れ</Link>
				</li>
				<li>
					<Link to="/lp/factoring">無料資金診断</Link>
				</li>
				<li>
					<Link to="/bulk_estimate">まとめて見積もり</Link>
				</li>
				<li>
					<Link to="/expert/register">専門家の方へ</Link>
				</li>
			</ul>
		</Group>
	)
}

function Find() {
	return (
		<Group title="探す・相談する">
			<ul>
				<li>
					<Link to="/search">専門家・事務所を検索</Link>
				</li>
				<li>
					<Link to="/category/task/list">業務の一覧</Link>
				</li>
				<li>
					<Link to="/fees">料金相場</Link>
				</li>
				<li>
					<Link to="/cases">相談事例</Link>
				</li>
				<li>
					<Link to="/calculators">計算ツール</Link>
				</li>
				<li>
					<Link to="/calendar">手続きのカレンダー</Link>
				</li>
				<li>
					<Link to="/professions">資格の違い</Link>
				</li>
				<li>
					<Link to="/glossary">用語集</Link>
				</li>
				<li>
					<Link to="/articles">記事を読む</Link>
				</li>
				<li>
					<Link to="/qa">みんなの質問</Link>
				</li>
				<li>
					<Link to="/qa/write">質問する</Link>
				</li>
			</ul>
		</Group>
	)
}

function Support({ links }: { links: readonly { href: string | null; label: string }[] }) {
	return (
		<Group title="規約・サポート">
			<ul>
				<li>
					<Link to="/rules">利用規約</Link>
				</li>
				<li>
					<Link to="/privacy">プライバシーポリシー</Link>
				</li>
				<li>
					<Link to="/accessibility">アクセシビリティ</Link>
				</li>
				<li>
					<Link to={noticesPath()}>障害・事故のお知らせ</Link>
				</li>
				{links.map((link) => (
					<li key={link.label}>
						{link.href?.startsWith('/') ? (
							<Link to={link.href}>{link.label}</Link>
						) : (
							<a href={link.href ?? undefined} rel="noopener">
								{link.label}
							</a>
						)}
					</li>
				))}
			</ul>
		</Group>
	)
}
