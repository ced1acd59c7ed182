import { fileURLToPath } from 'node:url'

/** The folder of package.json; programs work from any current folder. */
export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))
