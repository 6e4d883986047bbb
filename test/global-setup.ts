/** Tests run the bundle as it is built from the files of this moment. */
import { execFileSync } from 'node:child_process';

export default function build(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish/build.ts'], {
    stdio: 'inherit',
  });
}
