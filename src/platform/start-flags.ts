/** What this program was started with for serving pages, before `start-environment.ts` keeps it from child processes. */
export type StartFlags = { execArgv: readonly string[]; env: Readonly<Record<string, string>> }

let kept: StartFlags | undefined

/** Notes the arguments of Node and these variables. */
export function keepStartFlags(env: Record<string, string>): void {
	kept = { execArgv: [...process.execArgv], env }
}

/** For another process that serves pages. */
export const startFlags = (): StartFlags => kept ?? { execArgv: [...process.execArgv], env: {} }
