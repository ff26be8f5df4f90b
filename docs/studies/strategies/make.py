#!/usr/bin/env python3
"""Writes the study files of the study of strategies."""
G = []  # (name, spec, class)
def g(name, spec, cls): G.append((name, spec, cls))
pub = [("ny","USA-road-d.NY.gr.gz","road"),("rome","rome99.gr.gz","road"),("epinions","soc-Epinions1.txt.gz","social"),
 ("notredame","web-NotreDame.txt.gz","web"),("vote","wiki-Vote.txt.gz","social"),
 ("email","email-Eu-core.txt.gz","social"),("4elt","4elt.graph.gz","mesh"),("foodweb","foodweb-baydry.konect.gz","web"),
 ("bips","gunrock-bips98_606.mtx.gz","circuit"),("delaunay","gunrock-delaunay_n13.mtx.gz","mesh"),("cities","gunrock-cities.mtx.gz","dense")]
for n,f,c in pub: g(n, "data/%s,weights=ignore%s"%(f,",compact" if n=="vote" else ""), c)
W=",weights=none"
for s in (10,12,14,16,18): g("rmat-%d"%s, "rmat:%d%s"%(s,W), "rmat")
for s in (12,14,16,18): g("rmat-%d-b"%s, "rmat:%d,seed=2%s"%(s,W), "rmat")
for s in (10,12,14,16,18): g("rmat-%d-16"%s, "rmat:%d,degree=16%s"%(s,W), "rmat")
for s in (10,12,14,16): g("rmat-%d-32"%s, "rmat:%d,degree=32,seed=3%s"%(s,W), "rmat")
for s in (10,12,14,16,18): g("graph500-%d"%s, "rmat:%d,a=0.57,b=0.19,c=0.19,degree=16%s"%(s,W), "rmat")
for s in (8,10,12,14,16,18,20): g("uniform-%d"%s, "uniform:%d%s"%(s,W), "uniform")
for s in (10,12,14,16,18): g("uniform-%d-16"%s, "uniform:%d,degree=16%s"%(s,W), "uniform")
for s in (12,14,16): g("uniform-%d-64"%s, "uniform:%d,degree=64%s"%(s,W), "uniform")
for n in (1000,4000,16000): g("road-%d"%n, "road:%d%s"%(n,W), "road")
for n in ("16x16","64x64","100x100"): g("grid-%s"%n, "grid:%s%s"%(n,W), "grid")
for n in (1000,30000,1000000): g("tree-%d"%n, "tree:%d%s"%(n,W), "tree")
for n in (1000,30000,300000): g("star-%d"%n, "star:%d%s"%(n,W), "star")
g("rmat-14-64", "rmat:14,degree=64,seed=4"+W, "rmat")
g("clique-500","clique:500"+W,"dense")
# One property alone: graphs of 65,536 nodes with a mean degree of 16.
N=65536
base="normal:16:4"
for d in (1,2,4,8,16): g("out-deviation-%d"%d, "degrees:%d,out=normal:16:%d,in=%s%s"%(N,d,base,W), "degrees")
for d in (1,2,8,16): g("in-deviation-%d"%d, "degrees:%d,out=%s,in=normal:16:%d%s"%(N,base,d,W), "degrees")
for m,k in ((100,1),(1000,3),(10000,5)): g("out-greatest-%d"%m, "degrees:%d,out=power:2.1:16:%d,in=%s%s,seed=%d"%(N,m,base,W,k), "degrees")
for m in (100,1000,10000): g("in-greatest-%d"%m, "degrees:%d,out=%s,in=power:2.1:16:%d%s"%(N,base,m,W), "degrees")
for e,k in (("2.1",5),("2.3",4),("2.5",3),("2.8",3),("3.2",1)): g("both-exponent-%s"%e, "degrees:%d,out=power:%s:16:4000%s,seed=%d"%(N,e,W,k), "degrees")
for m in (2,4,8,32,64,128): g("mean-%d"%m, "degrees:%d,out=normal:%d:%g%s"%(N,m,m/4,W), "degrees")
for c in ("0.1","0.3","0.6","0.9"): g("clustering-%s"%c, "degrees:%d,out=uniform:16..16,clustering=%s%s"%(N,c,W), "degrees")
for n in (4096,16384,262144): g("nodes-%d"%n, "degrees:%d,out=exponential:16%s"%(n,W), "degrees")
g("uniform-20-4","uniform:20,seed=2,degree=8"+W,"uniform")
g("tree-200000","tree:200000"+W,"tree")
for s in (17,18): g("rmat-%d-16-c"%s, "rmat:%d,degree=16,seed=7%s"%(s,W), "rmat")
g("graph500-17","rmat:17,a=0.57,b=0.19,c=0.19,degree=16,seed=2"+W,"rmat")
g("rmat-17","rmat:17,seed=3"+W,"rmat")
g("rmat-16-64","rmat:16,degree=64,seed=5"+W,"rmat")
g("uniform-17","uniform:17"+W,"uniform")
g("uniform-17-16","uniform:17,degree=16"+W,"uniform")
g("road-8000","road:8000"+W,"road")
g("tree-100000","tree:100000"+W,"tree")
g("power-128k","degrees:131072,out=power:2.1:16:8000,seed=2"+W,"degrees")
g("power-32k","degrees:32768,out=power:2.3:16:3000,seed=2"+W,"degrees")
g("uniform-degrees","degrees:%d,out=uniform:16..16%s"%(N,W),"degrees")
# The order is random, so that an interrupted study has graphs of all kinds.
import random
random.Random(1).shuffle(G)
big=[("rmat-20","rmat:20"+W,"rmat"),("graph500-20","rmat:20,a=0.57,b=0.19,c=0.19,degree=16"+W,"rmat"),
 ("power-1m","degrees:1000000,out=power:2.1:16:20000,seed=5"+W,"degrees")]
huge=[("rmat-20-32","rmat:20,degree=32"+W,"rmat"),("rmat-21-16","rmat:21,degree=16"+W,"rmat"),("rmat-22","rmat:22"+W,"rmat"),("rmat-22-16","rmat:22,degree=16"+W,"rmat"),
 ("graph500-21","rmat:21,a=0.57,b=0.19,c=0.19,degree=16"+W,"rmat"),("graph500-22","rmat:22,a=0.57,b=0.19,c=0.19,degree=16"+W,"rmat"),
 ("power-2m","degrees:2000000,out=power:2.1:24:50000,seed=3"+W,"degrees"),("uniform-22","uniform:22"+W,"uniform"),("uniform-21-16","uniform:21,degree=16"+W,"uniform"),("uniform-20-64","uniform:20,degree=64"+W,"uniform")]
# Further large graphs with skewed degrees, which no model was learnt on.
skewed=[("rmat-21-32","rmat:21,degree=32"+W,"rmat"),("rmat-20-64","rmat:20,degree=64"+W,"rmat"),("rmat-23","rmat:23"+W,"rmat"),("rmat-22-b","rmat:22,degree=12,seed=2"+W,"rmat"),
 ("graph500-20-32","rmat:20,a=0.57,b=0.19,c=0.19,degree=32"+W,"rmat"),("graph500-20-64","rmat:20,a=0.57,b=0.19,c=0.19,degree=64"+W,"rmat"),("graph500-21-32","rmat:21,a=0.57,b=0.19,c=0.19,degree=32"+W,"rmat"),
 ("graph500-22-b","rmat:22,a=0.57,b=0.19,c=0.19,degree=12,seed=2"+W,"rmat"),("graph500-23-8","rmat:23,a=0.57,b=0.19,c=0.19,degree=8"+W,"rmat"),
 ("power-1m-32","degrees:1000000,out=power:2.1:32:40000,seed=6"+W,"degrees"),("power-2m-b","degrees:2000000,out=power:2.3:20:30000,seed=4"+W,"degrees"),
 ("power-3m","degrees:3000000,out=power:2.1:16:60000,seed=5"+W,"degrees"),("hubs-out-1m","degrees:1000000,out=power:2.1:32:100000,in=normal:32:8,seed=3"+W,"degrees"),("hubs-in-1m","degrees:1000000,out=normal:32:8,in=power:2.1:32:100000,seed=3"+W,"degrees")]
steps=["none","push","pull","edge","order=struct-edge","order=rev-edge","order=rev-struct-edge","vwarp=8","vwarp=32","order=push,vwarp=32","order=pull,vwarp=32","order=pull,frontier=bitmap","mask","bitmap","list","frontier=list,fg8","fg8","wg,sg,fg8","adaptive"]
whole=["oitergb","wg,sg,fg8,oitergb","order=edge,oitergb","order=pull,oitergb"]
apps=["bfs/bfs_topo","bfs/bfs_wl","pr/pr_tp","bfs/bfs_multi","kcore/kcore","bc/bc"]
def q(l): return "["+", ".join('"%s"'%x for x in l)+"]"
def write(file, apps, graphs, configs, steps, model, runs=3, budget=8):
    out='name = "strategies"\nrepetitions = 3\nwarmup = 1\ntimeout = 20\nbudget = %d\norder = "shuffled"\nconfigurations = %s\nsteps = %s\nstep_runs = %d\nmodel = "%s"\n'%(budget,q(configs),q(steps),runs,model)
    for a in apps:
        path,name=a if isinstance(a,tuple) else (a,None)
        out+='\n[[applications]]\nfiles = ["examples/%s.ig"]\n'%path+('name = "%s"\n'%name if name else "")
    for n,s,c in graphs: out+='\n[[graphs]]\nname = "%s"\nspec = "%s"\nclass = "%s"\n'%(n,s,c)
    out+='\n[[devices]]\nname = "device"\nselector = "DEVICE"\n'
    open(file,"w").write(out)
def again(app,names): return [(app,app.split("/")[1]+s) for s in names]
adaptive=["adaptive","adaptive,oitergb"]
few=["_cv1","_cv2"]
tested=again(apps[0],few)+again(apps[1],few+["_thesis"])
second=[a for a in apps if a!="bc/bc"]+tested+again(apps[2],few)
if __name__=="__main__": write("variants.toml",apps,big+G,steps+whole,steps,"explore.model")
if __name__=="__main__": write("adaptive.toml",second,big+G,adaptive,["adaptive"],"learnt.model")
if __name__=="__main__": write("variants-huge.toml",apps[:2],huge,steps+whole,steps,"explore.model",budget=20)
if __name__=="__main__": write("adaptive-huge.toml",apps[:2]+tested,huge,adaptive,["adaptive"],"learnt.model",budget=20)
# The variants that the model of bfs_wl chooses, with the adaptive configuration in the same study.
near=["none","pull","order=pull,frontier=bitmap","edge","vwarp=8","vwarp=32","fg8","wg,sg,fg8","adaptive"]
outlined=["order=edge,oitergb","wg,sg,fg8,oitergb","adaptive,oitergb"]
if __name__=="__main__": write("side-by-side.toml",apps[1:2],big+G,near+outlined,near,"learnt.model",runs=5)
if __name__=="__main__": write("side-by-side-huge.toml",apps[1:2],huge,near+outlined,near,"learnt.model",budget=90)
if __name__=="__main__": write("side-by-side-skewed.toml",apps[1:2],skewed,near+outlined,near,"learnt.model",budget=90)
if __name__=="__main__": print(len(G+big),len(huge))
