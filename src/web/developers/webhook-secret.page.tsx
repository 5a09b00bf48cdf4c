import { PREVIOUS_SECRET_HOURS } from '../../domain/developers/webhook-kinds.ts'
import { getEndpoint, renewSecret } from '../../domain/developers/webhooks.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { webhookPath, webhookSecretPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { proofFrom } from '../session/proof.server.ts'
import { Reauthentication } from '../session/reauthentication.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/webhook-secret.page'
import { freshLogin } from './fresh-form.server.ts'
import { ShownOnce } from './shown-once.tsx'

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { id, url } = await getEndpoint(ctx, parseId(params.id))
	return { id, url, ...(await freshLogin(ctx)), csrfToken: formToken(context, request) }
})

export const action = (args: Route.ActionArgs) =>
	identityAction('account', async ({ ctx, form }) => {
		const secret = await renewSecret(ctx, parseId(args.params.id), await proofFrom(ctx, form))
		return { kind: 'done', sentence: '鍵を更新しました。', intent: '', shown: { secret } }
	})(args)

export default function WebhookSecretPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { id, url, asksAgain, again, csrfToken } = loaderData
	const made = formState?.kind === 'done' ? formState.shown?.secret : undefined
	return (
		<div className={stack.column}>
			<Head title="署名の鍵の更新" description="Webhookの署名の鍵を更新します。" path={webhookSecretPath(id)} noindex />
			<h2>署名の鍵の更新</h2>
			{made === undefined ? (
				<>
					<p>{`${url} に送るWebhookの、署名の鍵を新しくします。いまの鍵の署名も、${PREVIOUS_SECRET_HOURS}時間は一緒に送ります。そのあいだに、受け取る側の設定を変えてください。`}</p>
					<IdentityForm formState={formState} csrfToken={csrfToken}>
						{asksAgain && <Reauthentication id="secret-password" formState={formState} {...again} />}
						<SubmitButton>鍵を更新する</SubmitButton>
					</IdentityForm>
				</>
			) : (
				<ShownOnce label="新しい署名の鍵" value={made}>
					<p>{`${PREVIOUS_SECRET_HOURS}時間を過ぎると、前の鍵の署名は送られません。`}</p>
				</ShownOnce>
			)}
			<p>
				<Link to={webhookPath(id)}>送信先のページに戻る</Link>
			</p>
		</div>
	)
}
