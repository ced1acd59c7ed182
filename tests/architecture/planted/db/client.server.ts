export const openDatabase = (settings: { url: string }) => settings
