import { describeSettings } from '#app/env.server.ts'

type DescribedSetting = ReturnType<typeof describeSettings>[number]

/** docs/settings.md, from the schema that reads the settings. */
export function settingsPage(): string {
	const rows = describeSettings().map((setting) => {
		const { name, what, isSecret, off, unset, byDefault } = setting
		const value = describeDefault(setting)
		const without = byDefault === null ? '**needed**: the Worker serves nothing without it' : (off ?? unset)
		return `| \`${name}\`${isSecret ? ' (secret)' : ''} | ${what} | ${value ? `\`${value}\`` : without} |`
	})
	return `${head}\n${rows.join('\n')}\n\n${foot}`
}

/** .env.example: a line for each setting. */
export function settingsExample(): string {
	const entries = describeSettings().map((setting) => {
		const secret = setting.isSecret ? ' (secret)' : ''
		return `# ${setting.what.replaceAll('`', '')}${secret}\n# ${setting.name}=${describeDefault(setting)}\n`
	})
	return `${exampleHead}\n${entries.join('\n')}\n${exampleFoot}`
}

function describeDefault({ byDefault }: DescribedSetting): string {
	const value = byDefault?.value ?? ''
	return Array.isArray(value) ? value.join(',') : String(value)
}

const head = `# Settings

Written by \`npx tsx scripts/settings.ts\` from the schema in \`app/env.server.ts\`; so is \`.env.example\`. A test compares them.

- Locally they are environment variables, and none is needed. \`npm start\` takes \`ENVIRONMENT=development\` and its own address. It starts sqld and a sandbox for mail and Paystack, and keeps the keys that it makes under \`DATA_DIR\`. A \`DATABASE_URL\` is served without demo data, cron and sandbox; one on another machine needs \`ENVIRONMENT\`.
- A deployed Worker has them as \`[vars]\` of \`wrangler.toml\`, and the secrets by \`npx wrangler secret put NAME\`. \`npm run check:env\` names what is missing or wrong.

| Name | What it is | Default, or what happens without it |
|---|---|---|`

const foot = `Only programs on your machine read these:

| Name | What it is | Default |
|---|---|---|
| \`PORT\`, \`HOST\`, \`DATA_DIR\` | where \`npm start\` answers and keeps its data | \`8788\`, \`127.0.0.1\`, \`.data\` |
| \`OPS_NAME\` | who did what \`npm run ops\` does | the user of the system |
| \`R2_ENDPOINT\`, \`R2_BUCKET\`, \`R2_ACCESS_KEY_ID\`, \`R2_SECRET_ACCESS_KEY\` (secret) | the bucket that \`npm run ops -- photos import\` writes to | none |
`

const exampleHead = `# Every setting of the app, as docs/settings.md explains it. Locally none is needed.
# To use some: copy this file to \`.env\`, take away the '# ' of a line, and load it before a command:
#   set -a; . ./.env; set +a; npm start
# Quote a value with spaces or brackets. Never commit a file with secrets.
# A value below is the default of a deployed Worker.
`

const exampleFoot = `# Local runs only.
# PORT=8788
# HOST=127.0.0.1
# DATA_DIR=.data
`
