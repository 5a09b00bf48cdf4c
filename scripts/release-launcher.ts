import { VERSION } from '../src/platform/version.ts'

/** Commands of `./shirube` besides `start` and `version`: the script of each with its first arguments. */
export const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
	backup: ['backup'],
	restore: ['backup', 'restore'],
	verify: ['backup', 'verify'],
	recover: ['backup', 'recover'],
	'upgrade:check': ['upgrade-check'],
	'check:launch': ['check-launch'],
	'audit:verify': ['audit'],
	'import:offices': ['import-offices'],
	'import:articles': ['import-articles'],
	'import:questions': ['import-questions'],
	migrate: ['migrate'],
	seed: ['seed'],
	staff: ['staff'],
	'receive-mail': ['receive-mail'],
	'geo:import': ['geo-import'],
	ready: ['ready'],
}

const ARGUMENTS: Readonly<Record<string, string>> = { backup: '[list]', restore: 'NAME', verify: '[NAME]', recover: '[TIME]' }

/** The program of a release, which starts the site as the script `start` of package.json does, from bundled programs. Data lie where the operator stands unless DATA_DIR says otherwise. */
export function launcher(start: string): string {
	const cases = Object.entries(COMMANDS).map(
		([verb, [script, ...given]]) => `${verb}) exec ${['bin/node', `scripts/${script}.js`, ...given].join(' ')} "$@" ;;`,
	)
	const usage = ['start', ...Object.keys(COMMANDS).map((verb) => [verb, ARGUMENTS[verb]].filter(Boolean).join(' ')), 'version']
	return `#!/bin/sh
set -eu
DATA_DIR=\${DATA_DIR:-./data}
case $DATA_DIR in /*) ;; *) DATA_DIR=$PWD/$DATA_DIR ;; esac
if [ -n "\${BACKUP_TO:-}" ]; then case $BACKUP_TO in /* | s3://*) ;; *) export BACKUP_TO="$PWD/$BACKUP_TO" ;; esac fi
if [ -n "\${WAL_ARCHIVE_TO:-}" ]; then case $WAL_ARCHIVE_TO in /*) ;; *) export WAL_ARCHIVE_TO="$PWD/$WAL_ARCHIVE_TO" ;; esac fi
export DATA_DIR
# Files that a command is given lie there as well.
export INIT_CWD="$PWD"
cd -- "$(dirname -- "$(readlink -f -- "$0")")"
PATH=$PWD/bin:$PATH
export NODE_ENV=production
# Only a system without a C++ runtime needs the one that came along.
bin/node --version >/dev/null 2>&1 || export LD_LIBRARY_PATH="$PWD/lib"
verb=\${1:-help}
[ $# -eq 0 ] || shift
# As after npm run.
if [ "\${1:-}" = -- ]; then shift; fi
case $verb in
start) exec ${start.replace(/^node /, 'bin/node ').replaceAll('.ts', '.js')} ;;
${cases.join('\n')}
version) echo ${VERSION} ;;
*) echo "usage: ./shirube ${usage.join(' | ')}"
	[ "$verb" = help ] || exit 2 ;;
esac
`
}
