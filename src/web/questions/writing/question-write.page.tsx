import { useRef } from 'react'
import { redirect } from 'react-router'
import { askPath, questionsPath, writePath } from '../../../domain/shared/links.ts'
import { lengths } from '../../../domain/questions/input.ts'
import { withCtx } from '../../context.ts'
import { navigateTo } from '../../layout/external-navigation.ts'
import { Head } from '../../layout/head.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/question-write.page'
import { KeptNote } from '../../forms/kept-note.tsx'
import { useKeptTyping } from '../../forms/kept-typing.ts'
import { questionPlace } from '../../session/typed-texts.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { TitleField } from './title-field.tsx'
import styles from '../../forms/form.module.css'

/** Hydrated at once: text typed before the script loads could not be saved. */
export const handle = { wakes: true }

/** The beginning of a question for visitors; members are redirected to the full form. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const title = (new URL(request.url).searchParams.get('title') ?? '').slice(0, 80)
	if (ctx.viewer.kind === 'member') return Promise.resolve(redirect(askPath(title)))
	return Promise.resolve({ title })
})

export default function QuestionWritePage({ loaderData: { title } }: Route.ComponentProps) {
	const form = useRef<HTMLFormElement>(null)
	const kept = useKeptTyping(form, questionPlace, { restore: true })
	return (
		<>
			<Head
				title="質問を書く"
				description="事業の疑問を、資格を確認した専門家に無料で質問できます。登録は書いたあとでかまいません。"
				path={writePath()}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: '質問を書く', path: writePath() },
				]}
			/>
			<div className={styles.page}>
				<h1>質問を書く</h1>
				<p className={styles.lead}>
					まず、聞きたいことを書いてください。投稿するときにログインまたは無料の登録が必要です。書いた文章はこの端末に残り、そのあとの画面に引き継がれます。
				</p>
				<form
					ref={form}
					method="get"
					action={askPath()}
					className={styles.form}
					noValidate
					onSubmit={(event) => {
						event.preventDefault()
						navigateTo(askPath())
					}}
				>
					<KeptNote kept={kept} />
					<TitleField error={undefined} defaultValue={title} similar={null} hasButton={false} />
					<TextArea
						id="body"
						// Kept by its id: an address, which is how this form is sent, is too short for it.
						name=""
						label="質問の内容"
						hint={`${lengths.body.min}〜${lengths.body.max.toLocaleString('ja-JP')}文字。いまの状況、困っていること、試したことを書くと、具体的な回答が付きやすくなります。`}
						rows={10}
						formState={undefined}
					/>
					<noscript>
						<p className={styles.warning}>
							JavaScriptが使えないため、この画面では質問の内容を引き継げません。タイトルだけを書いて先へ進み、ログインしたあとの画面で内容を書いてください。
						</p>
					</noscript>
					<div className={styles.buttons}>
						<button type="submit" className="button">
							ログインまたは登録して続ける
						</button>
					</div>
				</form>
			</div>
		</>
	)
}
