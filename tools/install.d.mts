export function installTools(folder: string, what: string, more?: string[]): void;
