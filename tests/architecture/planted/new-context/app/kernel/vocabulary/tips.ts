/** How far a jar of tips has come. */
export const tipJarStates = ['open', 'shared'] as const
export type TipJarState = (typeof tipJarStates)[number]
