/** All tests of the npm package: in one process, which packs it once. */
import './package/contents.ts';
import './package/client.ts';
import './package/client-alone.ts';
import './package/local-install.ts';
import './package/global-install.ts';
import './package/containerfile.ts';
