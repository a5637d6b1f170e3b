import { suite } from '../../support/runner/suite.ts';

suite('test/cli/{i,j,k,line,lock,m,n,old,otel,p,q,r,same,set,so,sqlite-i,sqlite-sy,sy,t,u,v,x,y,z}*.test.ts');
