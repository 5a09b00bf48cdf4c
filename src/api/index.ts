import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { developersPath } from '../domain/shared/links.ts'
import { CSRF_COOKIE, CSRF_FIELD, CSRF_HEADER, HOST_PREFIX } from '../http/csrf.ts'
import { apiFallback, installProblems } from '../http/problem.ts'
import { accountsApi } from './accounts/accounts.ts'
import { avatarsApi } from './accounts/avatars.ts'
import type { ApiEnv } from './shared/define.ts'
import { expertsApi } from './experts/experts.ts'
import { suggestionsApi } from './listings/suggestions.ts'
import { identityAccountApi } from './accounts/identity-account.ts'
import { identityPasskeysApi } from './accounts/identity-passkeys.ts'
import { identityProvidersApi } from './accounts/identity-providers.ts'
import { identityApi } from './accounts/identity.ts'
import { officePhotosApi } from './offices/office-photos.ts'
import { notificationsApi } from './social/notifications.ts'
import { portraitsApi } from './experts/portraits.ts'
import { questionImagesApi } from './questions/question-images.ts'
import { takeParsedBody } from './shared/parsed-body.ts'
import { questionWordsApi } from './questions/question-words.ts'
import { tasksApi } from './taxonomy/tasks.ts'

/** The site's own calls and those of the specification under /api (v1.ts has those for programs of others), with its OpenAPI 3.1 document. Unknown calls answer in JSON. */
export function createApi({ config, log }: { config: Pick<Config, 'siteName' | 'publicUrl'>; log: Logger }): OpenAPIHono<ApiEnv> {
	const api = new OpenAPIHono<ApiEnv>()
	api.use('/api/*', takeParsedBody)
	api.route('/', tasksApi)
	api.route('/', suggestionsApi)
	api.route('/', expertsApi)
	api.route('/', questionWordsApi)
	api.route('/', questionImagesApi)
	api.route('/', notificationsApi)
	api.route('/', accountsApi)
	api.route('/', identityApi)
	api.route('/', identityAccountApi)
	api.route('/', identityProvidersApi)
	api.route('/', identityPasskeysApi)
	api.route('/', avatarsApi)
	api.route('/', portraitsApi)
	api.route('/', officePhotosApi)
	const about = {
		openapi: '3.1.0',
		info: {
			title: `${config.siteName} API`,
			version: '1.0.0',
			description: [
				'エラーはすべて application/problem+json（RFC 9457）で返します。',
				`内容を変える呼び出しは、このサイトのページからだけ受け付けます。Cookie ${CSRF_COOKIE}（https では ${HOST_PREFIX}${CSRF_COOKIE}）の値を ${CSRF_HEADER} ヘッダーか本文の ${CSRF_FIELD} に入れてください。合わないものには 403 を返します。`,
				'ログインが要る呼び出しは、ログインしたブラウザーのCookieで本人を確かめます。',
			].join('\n\n'),
		},
		servers: [{ url: config.publicUrl }],
	}
	api.get('/api/openapi.json', (c) => c.json(withRefusals(api.getOpenAPI31Document(about))))
	// The page of an earlier release.
	api.get('/api/reference', (c) => c.redirect(developersPath(), 301))
	installProblems(api, log)
	api.all('/api/*', apiFallback(api))
	return api
}

type ApiDocument = ReturnType<OpenAPIHono<ApiEnv>['getOpenAPI31Document']>

/** Writes are refused before their handlers see them (http/csrf.ts), so no call can say so by itself. */
function withRefusals(document: ApiDocument): ApiDocument {
	for (const item of Object.values(document.paths ?? {}))
		for (const method of ['post', 'put', 'patch', 'delete'] as const) {
			const operation = item[method]
			if (!operation) continue
			operation.responses = {
				403: {
					description: '送信元を確認できません。',
					content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
				},
				...operation.responses,
			}
		}
	return document
}
