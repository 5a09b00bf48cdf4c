import { StartError } from './platform/start-error.ts'

/** A setting that cannot be used. The message is one sentence that names the setting. */
export class ConfigError extends StartError {
	readonly setting: string

	constructor(setting: string, sentence: string) {
		super(sentence)
		this.name = 'ConfigError'
		this.setting = setting
	}
}
