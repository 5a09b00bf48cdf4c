import { answerText, isSupportCategory } from '../../domain/support/support-input.ts'
import { contactPath } from '../../domain/shared/links.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/contact-sent.page'

export const handle = { plain: true }

export function loader({ request }: Route.LoaderArgs) {
	const search = new URL(request.url).searchParams
	const about = search.get('about')
	const number = /^[1-9]\d{0,8}$/.exec(search.get('number') ?? '')?.[0] ?? null
	return { number, answer: isSupportCategory(about) ? answerText(about) : null }
}

export default function ContactSentPage({ loaderData: { number, answer } }: Route.ComponentProps) {
	return (
		<>
			<Head title="お問い合わせを受け付けました" description="お問い合わせの受付です。" path="/contact/sent" noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'お問い合わせ', path: contactPath() },
					{ label: '受付', path: '/contact/sent' },
				]}
			/>
			<div className={formStyles.page}>
				<h1>お問い合わせを受け付けました</h1>
				<div className={notice.done}>
					{number !== null && <p>{`受付番号：${number}`}</p>}
					<p>{`受付のメールをお送りしました。${answer === null ? 'できるだけ早く' : `${answer}に`}、そのメールアドレスへお返事します。`}</p>
				</div>
				<p>
					受付のメールが届かないときは、迷惑メールのフォルダーを確かめてください。それでも見つからなければ、メールアドレスに誤りがあったかもしれません。
					<Link to={contactPath()}>もう一度お送りください</Link>。
				</p>
				<p>
					<Link className="tap" to="/">
						トップページへ
					</Link>
				</p>
			</div>
		</>
	)
}
